/**
 * Stands for what the server sends at this address: the library's own build for browsers (lib/http/static.js).
 * So the phone page needs no import map, which phones before 2023 do not know, and Node and the type
 * checker find the same library.
 */
export { io } from 'socket.io-client';
