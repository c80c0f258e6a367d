import { isEmailProfile } from '../core/scope.ts';
import { plainCodec, type Codec } from './codec.ts';

export type KeyStore = ReturnType<typeof createKeyStore>;

/**
 * Holds the open vault, if any. Every row that the app reads or writes passes through its codecs.
 */
export function createKeyStore() {
  let held: { readonly profileId: string; readonly codec: Codec } | undefined;
  return {
    codecFor: (profileId: string): Codec | undefined => {
      if (!isEmailProfile(profileId)) return plainCodec;
      return held?.profileId === profileId ? held.codec : undefined;
    },
    /** The open vault's codec, for finding rows by their hashed names. */
    vault: () => held?.codec,
    hold: (profileId: string, codec: Codec) => {
      held = { profileId, codec };
    },
    drop: () => {
      held = undefined;
    },
  };
}
