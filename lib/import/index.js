/** Exports what importers and exporters of games share: `import … from 'mass-mobile/import'`. It is no stage code. */

export { ImportError } from './import-error.js';
export { answerImport, importInThread, needsWorker } from './in-worker.js';
export { createListing, short } from './listing.js';
export { pictureAddress, pictureType } from './picture.js';
export { textOfBytes, uriDecoded } from './text.js';
export { unzip } from './zip.js';
export { watch } from './watch.js';
export { allOf, attribute, firstOf, readXml, recordOf } from './xml.js';
export { isTooDeep } from '../contract/nesting.js';
export { ASSET_BYTES, IMPORT_BYTES, UPLOAD_BYTES } from '../contract/limits.js';
