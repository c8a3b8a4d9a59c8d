#!/bin/sh
# Plays the tests of the wire with the newest minor versions of what lib/wire/parts.js leans on, in a copy of the last commit.
set -eu
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'git worktree remove --force "$copy"' EXIT
trap 'exit 1' INT TERM HUP
git worktree add --quiet --force --detach "$copy" HEAD
cd "$copy"
npm install --no-audit --no-fund ws@8 engine.io@6 socket.io@4 socket.io-client@4 socket.io-parser@4 @socket.io/redis-adapter@8
npm ls --depth=0 ws engine.io socket.io socket.io-parser @socket.io/redis-adapter
node scripts/test.js -- test/wire test/namespaces
