/**
 * Edges of avatars in pixels. 4096 isn't offered: the engine works on at most 2048 pixels of a photo's
 * long side, so no square of it has more to show, and each layer of such a picture takes 67 MB instead
 * of 17. Flat styles are also drawings, which have an edge of `DRAWN_EDGE`.
 */
export const AVATAR_SIZES = [1024, 2048] as const;

/** The formats a browser may write a thumbnail in. */
export const THUMBNAIL_TYPES = ['image/webp', 'image/png', 'image/jpeg'] as const;
