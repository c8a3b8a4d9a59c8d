/** Archives and spreadsheets for tests, put together by hand so that they can be wrong in any way. */

import { crc32, deflateRawSync } from 'node:zlib';

/** @param {Record<string, Buffer>} files name → content @returns {Buffer} a ZIP archive */
export function zip(files) {
  /** @type {Buffer[]} */
  const bodies = [];
  /** @type {Buffer[]} */
  const directory = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    writeAbout(local, 4, content, packed, name);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    writeAbout(entry, 6, content, packed, name);
    entry.writeUInt32LE(at, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** The part that both heads share. @param {Buffer} head @param {number} at @param {Buffer} content @param {Buffer} packed @param {string} name */
function writeAbout(head, at, content, packed, name) {
  head.writeUInt16LE(20, at);
  head.writeUInt16LE(8, at + 4);
  head.writeUInt32LE(crc32(content), at + 10);
  head.writeUInt32LE(packed.length, at + 14);
  head.writeUInt32LE(content.length, at + 18);
  head.writeUInt16LE(name.length, at + 22);
}

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PKG = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** @typedef {{ value: number, format: string }} Formatted a number as a spreadsheet shows it */

/**
 * @param {(string | number | Formatted | null)[][]} rows
 * @param {Record<string, string>} [more] other parts, XML by path
 * @returns {Buffer} the smallest XLSX there is, with one sheet
 */
export function xlsx(rows, more = {}) {
  const formats = [
    'General',
    ...new Set(rows.flat().flatMap((one) => (typeof one === 'object' && one !== null ? [one.format] : []))),
  ];
  const cells = rows.map(
    (row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, x, y, formats)).join('')}</row>`,
  );
  const part = (/** @type {string} */ xml) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
  return zip({
    '[Content_Types].xml': part(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    '_rels/.rels': part(
      `<Relationships xmlns="${PKG}"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': part(
      `<workbook xmlns="${NS}" xmlns:r="${REL}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': part(
      `<Relationships xmlns="${PKG}"><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': part(
      `<worksheet xmlns="${NS}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
    ),
    'xl/styles.xml': part(
      `<styleSheet xmlns="${NS}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escape(code)}"/>`).join('')}</numFmts><cellXfs>${formats.map((_code, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(Object.entries(more).map(([path, xml]) => [path, part(xml)])),
  });
}

/** @param {string | number | Formatted | null} value @param {number} x @param {number} y @param {string[]} formats */
function cell(value, x, y, formats) {
  if (value === null || value === '') return '';
  const at = `${String.fromCharCode(65 + x)}${y + 1}`;
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'object')
    return `<c r="${at}" s="${formats.indexOf(value.format)}"><v>${value.value}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t>${escape(value)}</t></is></c>`;
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
