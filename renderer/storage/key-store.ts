import { isEmailProfile } from '../core/scope.ts';
import { plainCodec, type Codec, type CodecBook } from './codec.ts';

/**
 * Holds the open vault, if any. Every row that the app reads or writes passes through its codecs.
 */
export interface KeyStore {
  readonly codecFor: CodecBook;
  /** The open vault's codec, for finding rows by their hashed names. */
  readonly vault: () => Codec | undefined;
  hold(profileId: string, codec: Codec): void;
  drop(): void;
}

export function createKeyStore(): KeyStore {
  let held: { readonly profileId: string; readonly codec: Codec } | undefined;
  return {
    codecFor: (profileId) => {
      if (!isEmailProfile(profileId)) return plainCodec;
      return held?.profileId === profileId ? held.codec : undefined;
    },
    vault: () => held?.codec,
    hold: (profileId, codec) => {
      held = { profileId, codec };
    },
    drop: () => {
      held = undefined;
    },
  };
}
