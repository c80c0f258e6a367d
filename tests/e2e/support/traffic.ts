import type { BrowserContext, Page, Request } from '@playwright/test';

import { leakDetector } from './leak-detector.ts';

/** Everything that the watched contexts sent: HTTP bodies and addresses, WebSocket frames. */
export interface Traffic {
  /** Call before the context's first page loads. */
  readonly attach: (context: BrowserContext) => Promise<void>;
  readonly bodies: readonly { readonly to: string; readonly bytes: Buffer }[];
  readonly totalUp: number;
  /** The plain bytes that the page encrypted, including the re-encoded draft. */
  readonly sealed: readonly Buffer[];
  forget(): void;
  /** Where pieces of the secrets were found. */
  leaks(secrets: readonly Uint8Array[]): string[];
}

declare global {
  interface Window {
    reportSealed?: (base64: string) => Promise<void>;
  }
}

/**
 * The draft is encrypted with a key that can't be exported, so its plain bytes are captured before
 * that.
 */
function nameSealed(): void {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  crypto.subtle.encrypt = async (algorithm, key, data) => {
    const address = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsDataURL(new Blob([data]));
    });
    await window.reportSealed?.(address.slice(address.indexOf(',') + 1));
    return encrypt(algorithm, key, data);
  };
}

/** Watches contexts. Attach again after a context was reopened. */
export function watchTraffic(): Traffic {
  let bodies: { to: string; bytes: Buffer }[] = [];
  const sealed: Buffer[] = [];
  const record = (request: Request): void => {
    bodies.push({
      to: request.url(),
      bytes: Buffer.concat([
        Buffer.from(request.url()),
        request.postDataBuffer() ?? Buffer.alloc(0),
      ]),
    });
  };
  const listen = (page: Page): void => {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) =>
        bodies.push({ to: socket.url(), bytes: Buffer.from(payload) }),
      );
    });
  };

  return {
    async attach(context) {
      await context.exposeFunction('reportSealed', (base64: string) => {
        sealed.push(Buffer.from(base64, 'base64'));
      });
      await context.addInitScript(nameSealed);
      // Playwright sees the bodies of worker and beacon requests only with routing on.
      await context.route(/^https?:/, async (route, request) => {
        record(request);
        // Lets other routes run: the desktop test host serves the app itself through one.
        await route.fallback();
      });
      context.pages().forEach(listen);
      context.on('page', listen);
    },
    get bodies() {
      return bodies;
    },
    get totalUp() {
      return bodies.reduce((sum, { bytes }) => sum + bytes.length, 0);
    },
    sealed,
    forget() {
      bodies = [];
    },
    leaks(secrets) {
      const detector = leakDetector(secrets);
      return bodies.flatMap(({ to, bytes }) => {
        const how = detector.find(bytes);
        return how ? [`${how} in ${to}`] : [];
      });
    },
  };
}
