import { t } from '../i18n/index.ts';

/** The quality check's limit: 1 - a mean landmark drift of 4 % of the distance between the eyes. */
export const LEAST_LIKENESS = 0.96;

/** What the figure means: 1 is the face of the photo, point for point. */
export const likenessWords = (likeness: number): string =>
  likeness >= 0.985
    ? t('Every feature is where it is in the photo.')
    : likeness >= 0.97
      ? t('Very close to the photo.')
      : likeness >= LEAST_LIKENESS
        ? t('Close to the photo.')
        : t('Further from the photo than we aim for.');
