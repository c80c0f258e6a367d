import type { SVGProps } from 'react';

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Edge length in CSS pixels. */
  readonly size: number;
}

type Mirrored = { readonly 'data-mirrored'?: '' };

const drawn = (paths: readonly string[], mirrored: Mirrored) =>
  function Icon({ size, ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...mirrored}
        {...rest}
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    );
  };

/**
 * Line icons on a 24 grid, in the text colour. They are decorative: the words beside them carry the
 * meaning.
 */
const icon = (...paths: readonly string[]) => drawn(paths, {});
/** An icon that points along the line: base.css mirrors it where text reads from right to left. */
const alongLine = (...paths: readonly string[]) => drawn(paths, { 'data-mirrored': '' });

export const ArrowIcon = icon('M12 19V5M6 11l6-6 6 6');
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5');
export const CloseIcon = icon('M6 6l12 12M18 6L6 18');
export const CompareIcon = icon('M9 6l-6 6 6 6', 'M15 6l6 6-6 6');
export const DeleteIcon = icon('M4 7h16', 'M9 7V4.5h6V7', 'M6 7l1 13h10l1-13', 'M10 11v5M14 11v5');
export const HeartIcon = icon(
  'M12 20C7 16.2 3.5 13 3.5 9.2A4.7 4.7 0 0 1 12 6.6a4.7 4.7 0 0 1 8.5 2.6c0 3.8-3.5 7-8.5 10.8Z',
);
export const LockIcon = icon('M6 11h12v9H6Z', 'M8.5 11V7.5a3.5 3.5 0 0 1 7 0V11');
export const MenuIcon = icon('M3 6h18M3 12h18M3 18h18');
export const MinusIcon = icon('M5 12h14');
export const PencilIcon = icon('M4 20l1-4.5L16.5 4 20 7.5 8.5 19 4 20Z', 'M14 6.5l3.5 3.5');
export const PictureUpIcon = icon(
  'M20 12.5V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19V6a1.5 1.5 0 0 1 1.5-1.5H12',
  'M4 17l4.5-4.5 3.5 3.5 2-2 6 6',
  'M18 10V3M15 6l3-3 3 3',
);
export const PlusIcon = icon('M12 5v14M5 12h14');
export const RedoIcon = alongLine('M15 5l4.5 4.5L15 14', 'M19.5 9.5H10a5 5 0 0 0 0 10h3');
export const RenewIcon = icon('M20 12a8 8 0 1 1-2.5-5.8', 'M20 3.5V8h-4.5');
export const ShareIcon = icon(
  'M15.8 6.8L8.2 10.7M8.2 13.3l7.6 3.9',
  'M18 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  'M6 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  'M18 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
);
export const UndoIcon = alongLine('M9 5L4.5 9.5 9 14', 'M4.5 9.5H14a5 5 0 0 1 0 10h-3');
export const UploadIcon = icon('M4 15v4.5h16V15', 'M12 16V4M7.5 8.5L12 4l4.5 4.5');
