/** Documents of games in tests, and an operator to whom nothing is refused. */

/** @template T @param {Promise<T>} asked @returns {Promise<T>} rejects with the reason if it is refused */
export async function must(asked) {
  const ack = /** @type {any} */ (await asked);
  if (!ack.ok) throw new Error(`${ack.code}: ${ack.message}`);
  return ack;
}

/**
 * Stores a document, and puts it on with its game.
 * @param {{ url: string, operatorKey: string }} app
 * @param {(event: string, ...args: unknown[]) => Promise<any>} ask
 * @param {string} game @param {object} document
 * @returns {Promise<import('../../lib/contract/types.js').DocumentCard>}
 */
export async function playDocument({ url, operatorKey }, ask, game, document) {
  const response = await fetch(`${url}/api/games/${game}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}` },
    body: JSON.stringify(document),
  });
  const { document: stored } = await must(response.json());
  await must(ask('switch', game));
  await must(ask('choose', stored.id));
  return stored;
}
