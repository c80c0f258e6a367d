import { isEmailProfile } from '../core/scope.ts';
import { plainCodec, type Codec, type CodecBook } from './codec.ts';

/** Which vault is open, if any. Every row of the app passes through what it gives. */
export interface KeyStore {
  readonly codecFor: CodecBook;
  /** The open vault's codec, to look rows up by. */
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
