/** Stands for what the server sends at this address (lib/http/static.js); see socket.io-client.js. */
export { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
