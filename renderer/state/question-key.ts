import { localMemory } from './remembered.ts';

const memory = localMemory();
const KEY = 'question-key';

/** Whether '?' alone opens the shortcuts; people who use speech input may want it off. */
export const questionKeyOn = (): boolean => memory.read(KEY) !== false;
export const setQuestionKey = (on: boolean): void => memory.write(KEY, on);
