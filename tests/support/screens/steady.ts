/** For `expect.poll`: true once a value has been the same at six readings in a row. */
export function steady(read: () => number): () => boolean {
  let before = Number.NaN;
  let same = 0;
  return () => {
    const now = read();
    same = now === before ? same + 1 : 0;
    before = now;
    return same >= 5;
  };
}
