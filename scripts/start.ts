// `npm start` and `npm run dev`: supervises host.ts, so that no process is left behind however either of them ends.
//
// The host leads its own process group, which contains both runtimes and the page's server. This process kills that group when the host
// ends; the host kills it when this process ends; and when both are killed at once, a shell that waits for our end does. npm is our direct
// parent (package.json uses `exec`): its death shows as a changed parent.
import { fork, spawn } from 'node:child_process';

const host = fork(new URL('./host.ts', import.meta.url), process.argv.slice(2), {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});

// The shell's input closes when this process ends, for any reason.
spawn('/bin/sh', ['-c', `read -r nothing; kill -9 -${host.pid}`], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();

function end(): void {
  if (host.pid === undefined) return;
  try {
    process.kill(-host.pid, 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}

let asked = false;

/** Asks the host to shut down in order; after five seconds, kills the group as the last resort. */
function ask(): void {
  if (asked) return;
  asked = true;
  if (host.connected) host.send('stop');
  setTimeout(end, 5000).unref();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask);
const parent = process.ppid;
setInterval(() => process.ppid === parent || ask(), 500).unref();
host.on('exit', (code) => {
  end();
  process.exit(asked ? 0 : code || 1);
});
