import { noted } from '../../core/log/log.ts';
import { createState } from '../../core/subscribable.ts';
import type { Offline } from '../../ports/offline.ts';

export interface OfflineDeps {
  /** Undefined where the browser has no service workers, e.g. in a private window. */
  readonly container: Pick<ServiceWorkerContainer, 'register' | 'controller'> | undefined;
  /** The app was installed, so users expect it to start offline. */
  readonly installed: boolean;
  /** The user asked the browser to save data. */
  readonly savesData: boolean;
}

const SCRIPT = '/sw.js';

/** The page's side of `service-worker.ts`. */
export function webOffline({ container, installed, savesData }: OfflineDeps): Offline {
  const kept = createState(Boolean(container?.controller));
  let asked = false;

  const follow = (worker: ServiceWorker | null): void => {
    if (!worker) return;
    const update = (): void => {
      // The worker becomes active only after every file is stored.
      if (worker.state === 'activated') kept.set(true);
    };
    worker.addEventListener('statechange', update);
    update();
  };
  const register = (): void => {
    if (!container || asked) return;
    asked = true;
    container
      .register(SCRIPT, { scope: '/', updateViaCache: 'none' })
      // Some blockers resolve without a registration.
      .then((found: ServiceWorkerRegistration | undefined) =>
        follow(found?.installing ?? found?.waiting ?? found?.active ?? null),
      )
      .catch(noted('offline.register'));
  };
  if (installed) register();

  return {
    snapshot: kept.snapshot,
    subscribe: kept.subscribe,
    prepare() {
      if (!savesData) register();
    },
  };
}
