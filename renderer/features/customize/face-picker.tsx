import type { CSSProperties } from 'react';

import type { FaceFound } from '../../ports/engine.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import cover from '../../ui/cover.module.css';
import styles from './face-picker.module.css';

export interface FacePickerProps {
  readonly photo: Blob;
  readonly faces: readonly FaceFound[];
  /** The photo's width by its height. */
  readonly aspect: number;
  readonly chosen: number;
  readonly onChoose: (face: number) => void;
}

/** Room around the face's box, in parts of its larger side. */
const ROOM = 1.5;

/** Shows the face's part of the photo in a square, by the background's size and position. */
function cutOut(face: FaceFound, aspect: number): CSSProperties {
  const side = Math.min(1, Math.max(face.box.width, face.box.height / aspect) * ROOM);
  const tall = Math.min(1, side * aspect);
  const at = (centre: number, part: number): string => {
    const start = Math.min(1 - part, Math.max(0, centre - part / 2));
    return part >= 1 ? '50%' : `${String((start / (1 - part)) * 100)}%`;
  };
  return {
    backgroundSize: `${String(100 / side)}% ${String(100 / tall)}%`,
    backgroundPosition: `${at(face.box.x + face.box.width / 2, side)} ${at(face.box.y + face.box.height / 2, tall)}`,
  };
}

/** Several people in the photo: whose avatar it will be. */
export function FacePicker({ photo, faces, aspect, chosen, onChoose }: FacePickerProps) {
  const url = useObjectUrl(photo);
  return (
    <fieldset className={styles.faces}>
      <legend>Who is it?</legend>
      <div>
        {faces.map((face, index) => (
          <label key={index}>
            <input
              className={cover.cover}
              type="radio"
              name="face"
              aria-label={`Person ${String(index + 1)}`}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
            <span
              style={{
                ...cutOut(face, aspect),
                ...(url !== undefined && { backgroundImage: `url("${url}")` }),
              }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
