import { z } from 'zod';

const loopback = z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ });

/** What the server that started the sandbox writes into the page. */
export const sandboxConfig = z.object({
  solanaRpc: z.array(loopback).min(1),
  polygonRpc: z.array(loopback).default([]),
  polygonContract: z.string().exactOptional(),
  treasury: z.string().min(32),
  appUrl: z.string(),
  media: z.object({ upload: loopback, read: loopback }),
  supportEndpoint: loopback.exactOptional(),
});
