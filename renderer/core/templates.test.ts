import { describe, expect, it } from 'vitest';

import { SAMPLE_RECIPES } from './sample-recipes.ts';
import {
  findTemplate,
  resolveFilter,
  searchTemplates,
  templatePath,
  TEMPLATES,
} from './templates.ts';

const names = (search: string): string[] => searchTemplates(search, 'all').map(({ name }) => name);

describe('templates (specification, section 3)', () => {
  it('choose six different pairs of style and background', () => {
    expect(new Set(TEMPLATES.map(({ style, background }) => `${style} ${background}`)).size).toBe(
      6,
    );
  });

  it('show what they choose', () => {
    for (const { person, style, background } of TEMPLATES)
      expect(SAMPLE_RECIPES[person][style].background).toBe(background);
  });

  it('are found by the query of /customize, and by nothing else', () => {
    for (const template of TEMPLATES) {
      expect(
        findTemplate(
          new URL(templatePath(template), 'https://a.example').searchParams.get('template'),
        ),
      ).toBe(template);
    }
    expect(findTemplate('Modern-Look')).toBeUndefined();
    expect(findTemplate(null)).toBeUndefined();
    expect(findTemplate('__proto__')).toBeUndefined();
  });
});

describe('template search (specification, section 5)', () => {
  it('is a case-insensitive substring of the name', () => {
    expect(names('STYLE')).toEqual(['Artistic Style', 'Executive Style']);
    expect(names('  min ')).toEqual(['Clean Minimal']);
    expect(names('')).toHaveLength(6);
  });

  it('doesn’t look at the category', () => {
    expect(names('minimalist')).toEqual([]);
  });

  it('takes special characters as they are', () => {
    expect(names('.*')).toEqual([]);
    expect(names('(')).toEqual([]);
  });

  it('reads the category of the address, and shows all for an unknown one', () => {
    expect(resolveFilter('Modern')).toBe('modern');
    expect(resolveFilter('baroque')).toBe('all');
    expect(resolveFilter(null)).toBe('all');
  });
});
