/** PM2: one process that is restarted when it falls, and says itself when it is ready. */

// PM2 finds a config in an ES module package by this named export only.
export const apps = [
  {
    name: 'mass-mobile',
    script: 'server.js',
    cwd: import.meta.dirname,
    exec_mode: 'fork',
    instances: 1,
    // The server sends 'ready' once it listens.
    wait_ready: true,
    listen_timeout: 15_000,
    // SIGINT drains: phones are told, the journal is flushed. Only then comes SIGKILL.
    kill_timeout: 15_000,
    // A server that cannot start (a port in use, say) is tried again ever more slowly: 0.1 s to 15 s.
    exp_backoff_restart_delay: 100,
    env: { NODE_ENV: 'production' },
  },
];
