/**
 * PM2: one process that is restarted when it falls, and says itself when it is ready. A home with edges is
 * ecosystem.cluster.config.js: `pm2 start --env` changes the variables of apps, but cannot add apps.
 */

/**
 * @param {string} name of the app in PM2
 * @param {Record<string, string>} [env] settings that go before those of the shell
 */
export function appOf(name, env = {}) {
  return {
    name,
    // `pm2 reload mass-mobile` and the like mean all apps of the show, be it one or many.
    namespace: 'mass-mobile',
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
    // A net under leaks, far above what a hall needs: 10,000 idle phones take 100 MB beside the server's own 115
    // (docs/performance.md), and a restart costs seconds.
    max_memory_restart: '1500M',
    // One log for all that an app says, whatever its number in PM2, with the time of each line.
    merge_logs: true,
    time: true,
    env: { NODE_ENV: 'production', ...env },
  };
}

// PM2 finds a config in an ES module package by this named export only.
export const apps = [appOf('mass-mobile')];
