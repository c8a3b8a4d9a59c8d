/** Says of a target whose certificates are trusted there, as connections of every kind want to be told. */

/**
 * @typedef {{ ca?: string, insecure?: boolean }} Trust `ca`: a certificate in PEM; `insecure`: any certificate is taken
 * @typedef {{ url: string, key: string } & Trust} Target a server; `key`: the operator's
 */

/** @param {Trust} trust for node:tls, node:https and Socket.IO */
export function tlsOf({ ca, insecure = false }) {
  return { ca, rejectUnauthorized: !insecure };
}
