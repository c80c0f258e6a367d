import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

import { StudioError } from './failures.ts';

/** Flags that lock a file as it is opened, in libuv's numbers; on Linux there is none. */
const EXCLUSIVELY: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | constants.O_NONBLOCK,
  win32: 0x1000_0000,
};

/** What an owner says of itself, and what others can do instead, as parts of a sentence. */
interface Words {
  readonly has: string;
  readonly instead: string;
}

/**
 * Only one process at a time has the file, and with it what it stands for. The lock is the kernel's,
 * on the open file: a dead process holds none, and one in another container that shares the folder
 * does, which the number of a process can't tell.
 * @throws StudioError 'missing' if another process has it
 */
export function takeOwnership(file: string, { has, instead }: Words): { release(): void } {
  const taken = (): StudioError =>
    new StudioError(
      'missing',
      `Another likeness (${ownerIn(file)}) ${has}. Stop it first, or ${instead}.`,
    );
  const exclusively = EXCLUSIVELY[process.platform];
  let lock: number;
  try {
    lock = openSync(file, constants.O_CREAT | constants.O_RDWR | (exclusively ?? 0), 0o600);
  } catch (thrown) {
    if (['EAGAIN', 'EBUSY'].includes((thrown as NodeJS.ErrnoException).code ?? '')) throw taken();
    throw thrown;
  }
  try {
    if (exclusively === undefined && !isLocked(lock, instead)) throw taken();
    ftruncateSync(lock);
    writeSync(lock, `process ${String(process.pid)} on ${hostname()}`);
  } catch (thrown) {
    closeSync(lock);
    throw thrown;
  }
  return { release: () => closeSync(lock) };
}

/**
 * Locks an open file, unless another process has. Node has no call for it; the lock that the program
 * takes on the file it is handed is the file's, and stays when the program has ended.
 */
function isLocked(file: number, instead: string): boolean {
  const { error, status } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  });
  if (error || (status !== 0 && status !== 1))
    throw new StudioError(
      'missing',
      `The program flock, of util-linux, doesn’t work here. Install it${error ? '' : `, or ${instead}`}.`,
      { cause: error },
    );
  return status === 0;
}

/** 'process 7 on host': what the owner wrote into its file. */
function ownerIn(file: string): string {
  try {
    return readFileSync(file, 'utf8') || 'starting';
  } catch {
    return 'on this machine'; // Windows, which says no more.
  }
}
