/** The state of a talk. */

/** @import { AudienceQuestion, DeckDocument, ElementDefinition, ElementPhase, ElementView, ModeratedQuestion } from '../types.js' */

import { REACTIONS } from '../shared/looks.js';

/**
 * @typedef {(number | null)[]} Given an answer, compact: choices, values with gaps, or an order
 *
 * @typedef {object} ElementState what the room said to one element; it outlives its slide
 * @property {ElementDefinition} definition as it was last; the answers fit it
 * @property {ElementPhase} phase
 * @property {boolean} shown results are shown
 * @property {number} endsMs of an open quiz question, in stage time; 0: no clock
 * @property {number} n people who answered
 * @property {Record<string, Given>} answers by player
 * @property {number[][]} tally the counts of all answers, kept with each of them
 * @property {Record<string, number>} took ms by player, of a quiz question
 * @property {Record<string, number> | null} earned points by player, once a quiz question is revealed
 * @property {Record<string, Word>} words of a cloud, by folded text behind a sign
 * @property {Record<string, string[]>} wordsOf the keys of the words of each player, or the ids of their texts, oldest first
 * @property {Record<string, WallText>} texts of a wall by id, oldest first
 * @property {number} revision grows with each change of what is shown of words and texts
 * @property {number} cleared how often its answers were forgotten
 *
 * @typedef {'pending' | 'shown' | 'rejected'} Approval
 * @typedef {{ id: string, text: string, name: string, count: number, state: Approval }} Word
 * @typedef {{ id: string, playerId: string, name: string, text: string, state: Approval }} WallText
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {string} playerId
 * @property {string} name '' : asked without one
 * @property {string} text
 * @property {number} votes
 * @property {ModeratedQuestion['state']} state
 * @property {number} atMs stage time
 * @property {string} [origin] see `Submission`
 *
 * @typedef {object} Asking the questions of the audience
 * @property {Question[]} list in the order in which they came
 * @property {string | null} pinned
 * @property {Record<string, { ids: string[], lastMs: number }>} askedBy player
 * @property {Record<string, string[]>} votesOf the ids that each player voted for
 * @property {number} revision grows with each change
 * @property {number} judged grows with each change of a state
 *
 * @typedef {{ name: string, points: number, right: number, of: number, place: number }} Score
 * @typedef {{ minute: number, reactions: number[], paceSum: number, paceCount: number, slide: number }} Minute
 *
 * @typedef {{ title: string, slide: number, key: string }} Left where the talk of a deck was left; key: see `Talk`
 *
 * @typedef {object} Talk
 * @property {string} digest of the deck that this state fits
 * @property {{ title: string, keys: string[], ids?: string[] }} [deck] its title and the first of its slides, by which another deck is told
 *   from a changed one, and the ids of its elements by slide, '' where there is none
 * @property {Left[]} [left] decks that were on before, the newest at the end
 * @property {number} revision grows when the deck changes
 * @property {number} slide
 * @property {number} fragment
 * @property {string} key the id of the element of this slide, else its title: by it a slide is found in a changed deck
 * @property {boolean} visited the game of this slide was played, or left out
 * @property {boolean} blank
 * @property {{ x: number, y: number } | null} laser
 * @property {number} laserMs when it moved last
 * @property {number | null} beganMs stage time of the first `next`
 * @property {Record<string, ElementState>} elements
 * @property {Asking} asking
 * @property {Record<string, Score>} scores of the quiz questions, by player
 * @property {Record<string, 1>} here connected players
 * @property {number[]} reactions since the beginning
 * @property {Record<string, [value: number, atMs: number]>} paces the last word of each player
 * @property {{ mean: number, n: number }} pace
 * @property {Minute[]} minutes reactions and pace by minute of the talk
 * @property {Told} told
 * @property {number} ids given so far to words, texts and questions
 *
 * @typedef {object} Told what phones are shown, which is refreshed once a second, since every change goes to all of them
 * @property {number} atMs
 * @property {string} id of the element
 * @property {string} phase it was in, and whether its results were shown
 * @property {number} n
 * @property {ElementView | null} view
 * @property {AudienceQuestion[]} questions
 */

/** @returns {Talk} */
export function newTalk() {
  return {
    digest: '',
    revision: 0,
    slide: 0,
    fragment: 0,
    key: '',
    visited: false,
    blank: false,
    laser: null,
    laserMs: 0,
    beganMs: null,
    elements: {},
    asking: { list: [], pinned: null, askedBy: {}, votesOf: {}, revision: 0, judged: 0 },
    scores: {},
    here: {},
    reactions: REACTIONS.map(() => 0),
    paces: {},
    pace: { mean: 0, n: 0 },
    minutes: [],
    told: { atMs: -1000, id: '', phase: '', n: 0, view: null, questions: [] },
    ids: 0,
  };
}

/**
 * Looks up what belongs to a player, whose id may be the name of something that every object has.
 * @template T @param {Record<string, T>} record @param {string} id @returns {T | undefined}
 */
export function own(record, id) {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

/** @param {Talk} talk @param {string} prefix @returns {string} an id that was never given in this talk */
export function freshId(talk, prefix) {
  talk.ids += 1;
  return `${prefix}${talk.ids}`;
}
