#!/usr/bin/env node
/** Asks the server of this container whether it answers, and ends with 0 if it does. */

const PORT = process.env['PORT'] || '8080';
/** Shorter than the engine waits for this program. */
const PATIENCE_MS = 2500;

const isWell = await fetch(`http://127.0.0.1:${PORT}/healthz`, {
  signal: AbortSignal.timeout(PATIENCE_MS),
}).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isWell ? 0 : 1;
