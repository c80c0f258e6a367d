import type { ReactNode } from 'react';
import { useId } from 'react';

import cover from '../../ui/cover.module.css';
import styles from './chips.module.css';
import { useLastUrl } from './use-last-url.ts';

interface ChipPictureProps {
  readonly picture: Blob | undefined;
  readonly sample?: string | undefined;
}

/** The person's own photo in this look; a sample, or a bare sheet, until it is developed. */
export const ChipPicture = ({ picture, sample }: ChipPictureProps) => (
  <span className={styles.picture}>
    {picture ? (
      <Sheet picture={picture} />
    ) : (
      sample !== undefined && (
        <img src={sample} alt="" draggable={false} className={styles.sample} />
      )
    )}
  </span>
);

function Sheet({ picture }: { readonly picture: Blob }) {
  const url = useLastUrl(picture);
  return url !== undefined && <img src={url} alt="" draggable={false} />;
}

export interface ChipsProps<Id extends string> {
  readonly title: string;
  readonly ids: readonly Id[];
  readonly labels: Readonly<Record<Id, string>>;
  readonly pictures: Readonly<Partial<Record<Id, Blob>>>;
  /** What stands there while there is no photo. */
  readonly samples?: Readonly<Record<Id, string>> | undefined;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** Goes with the chosen one, e.g. the colour. */
  readonly children?: ReactNode;
}

/** One of six, as pictures: radio buttons, so arrow keys, forms and screen readers know them. */
export function Chips<Id extends string>({
  title,
  ids,
  labels,
  pictures,
  samples,
  chosen,
  onChoose,
  children,
}: ChipsProps<Id>) {
  const group = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        {title} <small aria-hidden="true">{labels[chosen]}</small>
      </legend>
      <div className={styles.chips}>
        {ids.map((id) => (
          <label key={id} className={styles.chip}>
            <input
              className={cover.cover}
              type="radio"
              name={group}
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <ChipPicture picture={pictures[id]} sample={samples?.[id]} />
            <span className={styles.name}>{labels[id]}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
