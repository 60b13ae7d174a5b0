import { Schema } from "effect"

/** Only members of the team may do this, and this is none of them, or sees none of the brands that it is about. */
export class NotOfTeam extends Schema.TaggedError<NotOfTeam>()("NotOfTeam", {}) {}
