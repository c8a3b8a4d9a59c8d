/** The phone kit, as types: with `PhoneHost<typeof game>` the fields, choices and kinds of `game.js` are checked. */

import type { TypesOf } from '../../../lib/contract/infer.js';
import type { PhoneHost, SubmissionState } from '../../../lib/contract/pages.js';
import type { Game } from '../../../lib/contract/types.js';

/** One part of a phone: a `PhoneGame` by itself. `In`: the fields that it fills. */
export interface PhonePart<In extends object = any> {
  /** Stands in the root already; move it, or give it a class. */
  readonly element: HTMLElement;
  /** Returns what it would say now; null: nothing. Asking changes nothing. */
  value(): In | null;
  /** Called by the host at the allowed rate. Levels come again and again, events once. */
  input(): In | In[] | null;
  submission(submission: SubmissionState<any>): void;
  /** The game has forgotten all levels: the part is as it was at first. */
  cleared(): void;
}

type InputOf<G extends Game> = TypesOf<G>['input'];
type SubmitOf<G extends Game> = TypesOf<G>['submit'];
/** The fields of a message whose values are of a type; of a game that is not known, any. */
type FieldsOf<Message, Value> = string extends keyof Message
  ? string
  : {
      [Name in keyof Message]-?: Exclude<Message[Name], undefined> extends Value ? Name : never;
    }[keyof Message] &
      string;
type ValueAt<Message, Name> = Name extends keyof Message ? Exclude<Message[Name], undefined> : never;

interface PartOptions {
  /** Stands above the part, and names it for screen readers. */
  label?: string;
}

export interface ChoiceOptions<
  Field extends string = string,
  Value extends string = string,
> extends PartOptions {
  field: Field;
  /** The values, 2 or more. Beyond 6 colours and shapes come again, with other letters. */
  of: readonly Value[];
  /** Their texts, in the same order. Default: `host.t(value)`, which is the value where `strings/` has none. */
  labels?: readonly string[];
  /** Chosen at first, and sent. Default: none, so that who never chose does not count. */
  initial?: Value | null;
  onChange?(value: Value): void;
}

export interface Choice {
  <G extends Game, const Field extends FieldsOf<InputOf<G>, string>>(
    root: HTMLElement,
    host: PhoneHost<G>,
    options: ChoiceOptions<Field, ValueAt<InputOf<G>, Field> & string> & { submit?: undefined },
  ): PhonePart<Pick<InputOf<G>, Field>>;
  <
    G extends Game,
    Kind extends keyof SubmitOf<G> & string,
    Field extends keyof SubmitOf<G>[Kind]['value'] & string,
  >(
    root: HTMLElement,
    host: PhoneHost<G>,
    options: ChoiceOptions<Field, ValueAt<SubmitOf<G>[Kind]['value'], Field> & string> & { submit: Kind },
  ): PhonePart<never>;
}

export interface SliderOptions<Field extends string = string> extends PartOptions {
  field: Field;
  /** Default -1 and 1. */
  from?: number;
  to?: number;
  /** Values are multiples of it, counted from `from`. Default: a hundredth of the range. */
  step?: number;
  /** A value that means neither: marked on the track, and easy to hit. The knob rests there. */
  neutral?: number;
  /** The meanings of both ends, lower one first. */
  ends?: readonly [string, string];
  /** With `neutral`: so many seconds after it was let go at an end it is back there, evenly. Default 0: it stays. */
  backS?: number;
  /** True: the higher end is above. Default: it is on the right, in every language. */
  upright?: boolean;
  /** Set at first, and sent. Default: nothing, so that who never moved it does not count. */
  initial?: number | null;
  /** A text for the knob. Default: a grip. */
  shows?(value: number): string;
  onChange?(value: number): void;
}

export interface SliderPart<In extends object = any> extends PhonePart<In> {
  /** Sets it as keys do, for a sensor or a button of yours. Values outside the range go to its end. */
  move(value: number): void;
}

export type Slider = <G extends Game, const Field extends FieldsOf<InputOf<G>, number>>(
  root: HTMLElement,
  host: PhoneHost<G>,
  options: SliderOptions<Field>,
) => SliderPart<Pick<InputOf<G>, Field>>;

export interface PadOptions<
  Numbers extends string = string,
  Booleans extends string = string,
> extends PartOptions {
  /** The field that counts taps, from 1. For games of events. */
  taps?: Numbers;
  /** Taps in one message at most, the `maximum` of the field; more wait for the next one. Default 20. */
  most?: number;
  /** The field that is true while the pad is held. For games of levels. */
  held?: Booleans;
  /** Fields of the place that was touched last: x grows to the right, y upwards. */
  x?: Numbers;
  y?: Numbers;
  /** The range of both. Default 0 and 1. */
  from?: number;
  to?: number;
}

type PadFields<O> = {
  [Key in 'taps' | 'held' | 'x' | 'y']: Key extends keyof O ? O[Key] : never;
}['taps' | 'held' | 'x' | 'y'] &
  string;

export type Pad = <
  G extends Game,
  const O extends PadOptions<FieldsOf<InputOf<G>, number>, FieldsOf<InputOf<G>, boolean>>,
>(
  root: HTMLElement,
  host: PhoneHost<G>,
  options: O,
) => PhonePart<Pick<InputOf<G>, PadFields<O>>> & {
  /** Writes another text on the pad. */
  write(text: string): void;
};

export interface StickOptions<Numbers extends string = string> extends PartOptions {
  /** Fields of the place of the thumb: x grows to the right, y upwards. One of them will do. */
  x?: Numbers;
  y?: Numbers;
  /** The range of both. Default -1 and 1. */
  from?: number;
  to?: number;
  /** Values are multiples of it, counted from `from`. Default: a hundredth of the range. */
  step?: number;
  /** A thumb this near to the middle means the middle, as a share of the way to the rim. Default 0. */
  dead?: number;
  /** True: the way is a circle, as long in every direction. Default: a square. */
  round?: boolean;
  /** False: it stays where it was let go. Default: it goes back to the middle. */
  springs?: boolean;
  /** Where it is at first, and sent. Default: the middle, and not sent before it is touched. */
  initial?: { x?: number; y?: number } | null;
}

export interface StickPart<In extends object = any> extends PhonePart<In> {
  /** Moves it as a thumb does, for a sensor or keys of yours. Values outside the range go to its rim. */
  move(to: { x: number; y: number }): void;
}

export type Stick = <G extends Game, const O extends StickOptions<FieldsOf<InputOf<G>, number>>>(
  root: HTMLElement,
  host: PhoneHost<G>,
  options: O,
) => StickPart<Pick<InputOf<G>, PadFields<O>>>;

export interface TextboxOptions<Field extends string = string> extends PartOptions {
  field: Field;
  /** The `maxLength` of the field in game.js: characters (code points). Default 200. */
  maxLength?: number;
  /** Lines that it has room for. Default 1: Enter sends; more: Ctrl and Enter do. */
  lines?: number;
  placeholder?: string;
  /** The text of the button. Default: Send. */
  action?: string;
  /** True: the text stays after it was saved, to be changed. Default: it makes room for the next one. */
  keeps?: boolean;
}

export interface Textbox {
  <G extends Game, const Field extends FieldsOf<InputOf<G>, string>>(
    root: HTMLElement,
    host: PhoneHost<G>,
    options: TextboxOptions<Field> & { submit?: undefined },
  ): PhonePart<Pick<InputOf<G>, Field>>;
  <
    G extends Game,
    Kind extends keyof SubmitOf<G> & string,
    Field extends keyof SubmitOf<G>[Kind]['value'] & string,
  >(
    root: HTMLElement,
    host: PhoneHost<G>,
    options: TextboxOptions<Field> & { submit: Kind },
  ): PhonePart<never>;
}
