import type { ReactNode } from 'react';

import { sampleImage } from '../../core/sample-files.ts';
import { i18n } from '../../i18n/index.ts';
import { Film, Frame } from '../../ui/film.tsx';
import t from '../../ui/type.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';
import styles from './sample-steps.module.css';
import { stepWords } from './step-words.ts';

/** Without an order: says why, and shows the four steps as a strip in which a sample develops. */
export const SampleSteps = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.rest}>
    {children}
    <Film label={i18n.t('From a payment to your pictures')} whole>
      {stepWords().map(({ title, words }, index) => (
        <Frame
          key={title}
          number={index + 1}
          edge={i18n.t('SAMPLE')}
          picture={
            <img
              className={styles.plate}
              data-step={index + 1}
              {...sampleImage('leila', 'artistic', '(max-width: 560px) 46vw, 300px')}
              alt=""
            />
          }
        >
          <h2 className={t.caption}>{title}</h2>
          <p className={styles.words}>
            <Unbroken text={words} />
          </p>
        </Frame>
      ))}
    </Film>
  </div>
);
