import { bannerDesignSchema, NEW_BANNER } from '../core/banners/design.ts';
import { rememberedAtom } from './remembered-atom.ts';

/** The banner that was edited last. Its words and layout are kept for the next avatar. */
export const bannerDesignAtom = rememberedAtom('banner', bannerDesignSchema, NEW_BANNER);
