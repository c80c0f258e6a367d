import Module, { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Runs of main by number: each gets an `electron` of its own. */
const runs = new Map<string, object>();
const KEY = Symbol.for('likeness.electron-host');
(globalThis as Record<symbol, unknown>)[KEY] = runs;

let hooked = false;

/**
 * Imports a built main process with `electron` resolved to `electron`: for ES imports by a loader
 * hook, for `require` by a patch. Only that file's own imports are concerned.
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

/** The loader runs in a thread of its own, so it answers with a module that fetches from this one. */
const HOOK = `
export async function resolve(specifier, context, next) {
  const parent = context.parentURL;
  if (!parent?.includes('electron-host=')) return next(specifier, context);
  if (specifier !== 'electron') {
    const found = await next(specifier, context);
    // Main's other files belong to the same run, and see the same main.
    return specifier.startsWith('.') ? { ...found, url: found.url + new URL(parent).search } : found;
  }
  const [run, names] = new URL(parent).searchParams.get('electron-host').split(':');
  const source = 'const held = globalThis[Symbol.for("likeness.electron-host")].get("' + run + '");'
    + names.split(',').map((name) => 'export const ' + name + ' = held.' + name + ';').join('')
    + 'export default held;';
  return { url: 'data:text/javascript,' + encodeURIComponent(source), format: 'module', shortCircuit: true };
}`;

/** CommonJS inside the package (an updater, say) asks for the newest run's. */
function patchRequire(): void {
  const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
  const load = loader._load;
  const electronPackage = createRequire(import.meta.url).resolve('electron');
  loader._load = (request, ...rest) =>
    request === 'electron' || request === electronPackage
      ? [...runs.values()].at(-1)
      : load.call(loader, request, ...rest);
}
