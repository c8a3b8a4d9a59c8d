/** A small real PDF, written by hand: PDF 1.4, one font of the standard ones, one line of text a page. */

/** @param {string[]} pages the text of each @param {string} [annotations] of the first, as PDF writes them @returns {Buffer} */
export function makePdf(pages, annotations = '') {
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, at) => {
      const drawing = `BT /F1 36 Tf 40 100 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 480 270] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R >> >>${at === 0 && annotations ? ` /Annots [${annotations}]` : ''} >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += [`${at + 1} 0 obj`, object, 'endobj', ''].join('\n');
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = [`trailer`, `<< /Size ${size} /Root 1 0 R >>`, 'startxref', text.length, '%%EOF', ''].join(
    '\n',
  );
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`;
  return Buffer.from(text, 'latin1');
}
