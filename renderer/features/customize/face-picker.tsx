import { i18n } from '../../i18n/index.ts';
import type { FaceFound } from '../../ports/engine.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import cover from '../../ui/cover.module.css';
import { faceCrop } from './face-crop.ts';
import styles from './face-picker.module.css';

export interface FacePickerProps {
  readonly photo: Blob;
  readonly faces: readonly FaceFound[];
  /** The photo's width divided by its height. */
  readonly aspect: number;
  readonly chosen: number;
  readonly onChoose: (face: number) => void;
}

/** Space around the face's box, in fractions of its longer side. */
const ROOM = 1.5;

/** Asks which of several people in the photo the avatar shows. */
export function FacePicker({ photo, faces, aspect, chosen, onChoose }: FacePickerProps) {
  const url = useObjectUrl(photo);
  return (
    <fieldset className={styles.faces}>
      <legend>{i18n.t('Who is it?')}</legend>
      <div>
        {faces.map((face, index) => (
          <label key={index}>
            <input
              className={cover.cover}
              type="radio"
              name="face"
              aria-label={i18n.t('Person {index}', { index: index + 1 })}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
            <span
              className={cover.covered}
              style={{
                ...faceCrop(face.box, aspect, ROOM),
                ...(url !== undefined && { backgroundImage: `url("${url}")` }),
              }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
