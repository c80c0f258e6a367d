import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import { Trans } from './text.tsx';

describe('a message with elements', () => {
  it('puts each where its tag is, even one inside another', () => {
    expect(
      renderToStaticMarkup(
        <Trans
          id="Read <link>the <b>{what}</b></link>, <br/>then {name}."
          values={{ what: 'terms', name: <i>Ada &lt;b&gt;</i> }}
          components={{ link: <a href="/terms" /> }}
        />,
      ),
    ).toBe('Read <a href="/terms">the <b>terms</b></a>, <br/>then <i>Ada &lt;b&gt;</i>.');
  });

  it('counts', () => {
    expect(
      renderToStaticMarkup(
        <Trans
          id="<b>{count, plural, one {# avatar} other {# avatars}}</b> left"
          values={{ count: 1200 }}
        />,
      ),
    ).toBe('<b>1,200 avatars</b> left');
  });

  it('shows a tag without an element as text', () => {
    expect(renderToStaticMarkup(<Trans id="1 <2 and <x>3</x>" />)).toBe(
      '1 &lt;2 and &lt;x&gt;3&lt;/x&gt;',
    );
  });
});
