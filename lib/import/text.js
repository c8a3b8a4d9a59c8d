/** Texts from files of unknown origin: their encodings, and addresses with percent signs. */

/**
 * Reads UTF-16 where a file begins with its mark, else UTF-8, or else the code page of Western Europe, in which old spreadsheets write.
 * @param {Buffer} bytes
 * @returns {string | undefined} undefined: it is no text
 */
export function textOfBytes(bytes) {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return decoded(bytes, 'utf-16le');
  if (mark === 0xfeff) return decoded(bytes, 'utf-16be');
  if (bytes.includes(0)) return undefined;
  return decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252');
}

/** @param {Buffer} bytes @param {string} encoding @returns {string | undefined} undefined: they are not in it */
function decoded(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @param {string} text with `%20` and the like @returns {string} decoded; as it is where it cannot be */
export function uriDecoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
