/** The documents of a game: what it takes, how files become some, and what files they become. */

import type { Json } from './types.js';

/** The result of an import: documents that `check` accepts, and the items left out, each with its reason. */
export interface Imported {
  documents: Json[];
  skipped: { item: string; reason: string }[];
  /** The format that was recognised, for the operator. */
  format?: string;
  /**
   * Pictures of the documents, which hold their addresses (`pictureAddress` of `mass-mobile/import`). They are stored
   * first; one of a type that pages do not show refuses the file.
   */
  pictures?: Uint8Array[];
}

export interface Importer {
  /** `Kahoot`, `GIFT`: shown in the panel. */
  name: string;
  /** Extensions with the dot, for the file dialog: `['.xlsx', '.csv']`. */
  accept: readonly string[];
  /** Throws an error whose message is a sentence when nothing in the file can be used. */
  parse(bytes: Buffer, fileName: string): Imported | Promise<Imported>;
}

export interface Exporter {
  name: string;
  /** The extension of the file: `.gift`. */
  extension: string;
  /** The media type of the answer: `text/plain`. */
  type: string;
  /** `picture` gives those of the document: `/assets/…`; null when there is none. `lang`: of the reader. */
  serialise(
    document: any,
    about: {
      picture(address: string): Promise<{ type: string; bytes: Uint8Array } | null>;
      lang?: string;
    },
  ): string | Uint8Array | Promise<string | Uint8Array>;
}

/**
 * Documents of a game (quiz packs, decks), kept in the journal, shared by all rooms; each room chooses one,
 * which is `ctx.content`. JSON files in `games/<id>/content/` are documents too, which cannot be changed.
 */
export interface ContentDefinition<Doc = any> {
  /** The name of the documents in the panel: `Quiz packs`. */
  title: string;
  /** A new document. */
  empty(): Doc;
  /** '' for a document of this game, else what is wrong with it, to end a sentence. Must not throw. */
  check(document: any): string;
  /** Fills in what may be left out. Called after `check`; the result is stored. */
  complete?(document: any): Json;
  /** Shown in lists. Default: `document.title`. */
  titleOf?(document: any): string;
  /** As JSON, without its pictures. Default 1,000,000 bytes. */
  maxBytes?: number;
  /** Of a file to import. Default `UPLOAD_BYTES`, 5 MiB; at most `IMPORT_BYTES`, 50 MiB. */
  maxImportBytes?: number;
  /** Tried in this order; the first whose `accept` fits the file's name parses it. */
  importers?: readonly Importer[];
  exporters?: readonly Exporter[];
}

/** A document in lists and scenes. */
export interface DocumentCard {
  id: string;
  gameId: string;
  title: string;
  /** Wall clock of the last change; 0 for a document in the game's folder. */
  updatedMs: number;
  /** True: it comes with the game, and can be chosen and duplicated but not changed. */
  isBuiltIn: boolean;
  /** The tag that it has in its field `language`; '': none. */
  language: string;
}
