/** Which addresses count as one client, for whatever is limited by address. */

/**
 * @param {string} address
 * @returns {string} an IPv4 address, or the /64 of an IPv6 address, because one machine may have all addresses of it
 */
export function networkOf(address) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [left = '', right] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const zeros = right === undefined ? [] : Array(Math.max(0, 8 - groups.length - tail.length)).fill('0');
  return [...groups, ...zeros, ...tail].slice(0, 4).join(':');
}
