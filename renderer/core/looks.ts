/** The words of a look for the two families of models. English only, as the models were trained on it. */
export interface LookText {
  /** For models that edit a photo by instruction: what changes, and what stays. */
  readonly instruction: string;
  /** For models that paint over a photo: what the picture shows. */
  readonly description: string;
}

export interface Look {
  readonly id: string;
  /** Raised with its words, so that a recipe tells which ones it used. */
  readonly version: number;
  readonly title: string;
  /** How the result is judged: 'shape' where no face is left that could be recognised. */
  readonly check: 'face' | 'shape';
  readonly text: LookText;
}

const STAYS =
  'Keep the same person: same face shape, eyes, nose, mouth, skin texture, marks, hairline and age. Natural skin, no retouching. One person, head and shoulders, looking at the camera.';

/** Clothes, place and light of a photograph. No age, sex or origin: the photo shows them. */
const photo = (id: string, title: string, clothes: string, place: string, light: string): Look => ({
  id,
  version: 1,
  title,
  check: 'face',
  text: {
    instruction: `Dress the person in the photo in ${clothes}. Place: ${place}. Light: ${light}. ${STAYS} A realistic photograph.`,
    description: `portrait photograph of a person in ${clothes}, ${place}, ${light}, head and shoulders, looking at the camera`,
  },
});

/** A picture that is drawn, painted or modelled. */
const art = (
  id: string,
  title: string,
  medium: string,
  clothes: string,
  place: string,
  light: string,
): Look => ({
  id,
  version: 1,
  title,
  check: 'shape',
  text: {
    instruction: `Turn the photo into ${medium}. The person wears ${clothes}. Place: ${place}. Light: ${light}. Keep the face recognisable: same face shape, eyes, nose, mouth, hair and age. One person, head and shoulders, looking at the viewer.`,
    description: `${medium} of a person in ${clothes}, ${place}, ${light}, head and shoulders, looking at the viewer`,
  },
});

export const LOOKS: readonly Look[] = [
  photo(
    'linkedin',
    'LinkedIn classic',
    'a navy blazer over a white shirt with an open collar',
    'a plain light grey studio backdrop',
    'a soft key light with fill',
  ),
  photo(
    'executive',
    'Executive',
    'a charcoal suit with a fine shirt',
    'a dark grey studio backdrop',
    'one soft light from above and to the side',
  ),
  photo(
    'start-up',
    'Start-up',
    'a plain black T-shirt under an open overshirt',
    'a bright office, blurred',
    'daylight from a window',
  ),
  photo(
    'lawyer',
    'Lawyer',
    'a dark suit',
    'a library with shelves of old books, blurred',
    'warm lamps and soft daylight',
  ),
  photo(
    'doctor',
    'Doctor',
    'a white coat over a light blue shirt',
    'a clinic corridor, blurred',
    'cool, even light',
  ),
  photo(
    'teacher',
    'Teacher',
    'a knitted cardigan over a shirt',
    'a classroom, blurred',
    'soft daylight',
  ),
  photo(
    'estate-agent',
    'Estate agent',
    'a light blazer',
    'a modern living room, blurred',
    'bright, airy daylight',
  ),
  photo(
    'creative',
    'Creative',
    'a black turtleneck',
    'a wall of bare concrete',
    'light from one side',
  ),
  photo(
    'actor',
    'Actor’s headshot',
    'a plain dark top',
    'a neutral grey backdrop',
    'a soft light from the front and above',
  ),
  photo(
    'city',
    'In the city',
    'a blazer over a shirt with an open collar',
    'a city street, far out of focus',
    'the even light of an overcast day',
  ),
  photo('garden', 'Garden', 'a linen shirt', 'a green park, out of focus', 'low golden sunlight'),
  photo(
    'cafe',
    'Café',
    'a soft sweater',
    'a coffee shop, out of focus',
    'warm light from a window',
  ),
  photo(
    'beach',
    'Beach',
    'a light shirt',
    'the seaside, out of focus',
    'a low sun behind the camera',
  ),
  photo(
    'country-house',
    'Country house',
    'a cream cable-knit sweater under a camel coat',
    'the grounds of a country house, out of focus',
    'soft autumn light',
  ),
  photo(
    'evening',
    'Evening',
    'elegant black evening wear',
    'a dark hall with small lights, out of focus',
    'low, warm light from one side',
  ),
  photo(
    'sport',
    'Sport',
    'a training top',
    'a stadium, out of focus',
    'hard light from behind both shoulders and a soft one in front',
  ),
  photo(
    'black-and-white',
    'Black and white',
    'a dark top',
    'a seamless backdrop; the whole photograph is black and white, with fine film grain',
    'strong contrast from one side',
  ),
  art(
    'oil',
    'Oil portrait',
    'an oil painting with visible brushwork',
    'a dark coat of an earlier century',
    'a painted brown backdrop',
    'strong light and deep shadow',
  ),
  art(
    'comic',
    'Comic hero',
    'a comic book drawing with bold ink lines and flat colours',
    'a plain hero’s suit of no known figure',
    'a city skyline',
    'flat, bright light',
  ),
  art(
    'animated',
    'Animated film',
    'a frame of a 3-D animated film with soft, rounded shapes',
    'their own clothes',
    'a pastel sky',
    'soft, even light',
  ),
];

/** Longest text of a look of the user's own, in characters. */
export const OWN_LOOK_MOST = 1_000;

/** A look in the user's own words, which are sent as they are. */
export const ownLook = (words: string): Look => ({
  id: 'own',
  version: 1,
  title: 'Own look',
  check: 'face',
  text: { instruction: `${words} ${STAYS}`, description: words },
});
