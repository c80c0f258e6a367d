import Module, { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Runs of main by number. Each has its own `electron`. */
const runs = new Map<string, object>();
const KEY = Symbol.for('likeness.electron-host');
(globalThis as Record<symbol, unknown>)[KEY] = runs;

let hooked = false;

/**
 * Imports a built main process with `electron` resolved to the given object: through a loader hook
 * for ES imports, and a patch for `require`. It affects only that file's imports.
 */
export async function loadMain(file: string, electron: object): Promise<void> {
  if (!hooked) {
    register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
    patchRequire();
    hooked = true;
  }
  const run = String(runs.size + 1);
  runs.set(run, electron);
  const url = pathToFileURL(file);
  url.searchParams.set('electron-host', `${run}:${Object.keys(electron).join(',')}`);
  await import(url.href);
}

/**
 * The loader runs in a separate thread, so it answers with a module that fetches the object from
 * this one.
 */
const HOOK = `
export async function resolve(specifier, context, next) {
  const parent = context.parentURL;
  if (!parent?.includes('electron-host=')) return next(specifier, context);
  if (specifier !== 'electron') {
    const found = await next(specifier, context);
    // Other files of main belong to the same run and share its module.
    return specifier.startsWith('.') ? { ...found, url: found.url + new URL(parent).search } : found;
  }
  const [run, names] = new URL(parent).searchParams.get('electron-host').split(':');
  const source = 'const held = globalThis[Symbol.for("likeness.electron-host")].get("' + run + '");'
    + names.split(',').map((name) => 'export const ' + name + ' = held.' + name + ';').join('')
    + 'export default held;';
  return { url: 'data:text/javascript,' + encodeURIComponent(source), format: 'module', shortCircuit: true };
}`;

/** CommonJS inside the package (e.g. the updater) gets the newest run's. */
function patchRequire(): void {
  const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
  const load = loader._load;
  const electronPackage = createRequire(import.meta.url).resolve('electron');
  loader._load = (request, ...rest) =>
    request === 'electron' || request === electronPackage
      ? [...runs.values()].at(-1)
      : load.call(loader, request, ...rest);
}
