// Preloaded into a server that must not outlive its parent: standard input is a pipe held by the parent, and it ends when
// the parent dies, however it dies. The server gets a moment to end its sessions.
process.stdin.on('error', release).on('end', release).on('close', release).resume();
process.stdin.unref?.();

let released = false;
function release() {
  if (released) return;
  released = true;
  setTimeout(() => process.exit(0), 3_000).unref();
  process.kill(process.pid, 'SIGTERM');
}
