import { describe, expect, it } from 'vitest';

import { compileMessages } from './vite-messages.ts';

describe('messages in a module of a build', () => {
  it('are compiled if they have placeholders', () => {
    expect(compileMessages('a.ts', "const a = t('Save {name}', { name });")).toBe(
      'const a = t({ id: "Save {name}", message: ["Save ",["name"]] }, { name });',
    );
    expect(compileMessages('a.ts', 'f(t(`{n, plural, one {# a} other {# b}}`, { n }))')).toBe(
      'f(t({ id: "{n, plural, one {# a} other {# b}}", message: [["n","plural",{"one":["#"," a"],"other":["#"," b"]}]] }, { n }))',
    );
    expect(compileMessages('a.tsx', '<Trans id="By <b>{who}</b>" values={{ who }} />')).toBe(
      '<Trans id="By <b>{who}</b>" message={["By <b>",["who"],"</b>"]} values={{ who }} />',
    );
    expect(compileMessages('a.tsx', "<Trans id={'So {far}'} />")).toBe(
      '<Trans id={\'So {far}\'} message={["So ",["far"]]} />',
    );
  });

  it('stay as they are if they are plain text', () => {
    expect(compileMessages('a.ts', "t('Save'); i18n.t('{x}'); other('{x}')")).toBeUndefined();
    expect(compileMessages('a.tsx', '<Trans id="Read <link>this</link>" />')).toBeUndefined();
    expect(compileMessages('a.tsx', '<Other id="{x}" />')).toBeUndefined();
  });
});
