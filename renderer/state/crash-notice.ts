import type { CrashNotice } from '../ports/crash-notice.ts';
import { atom } from './jotai.ts';

/** A part of the app that died and was started again, until the user has read of it. */
export const crashNoticeAtom = atom<CrashNotice | undefined>(undefined);
