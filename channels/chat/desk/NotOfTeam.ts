import { Schema } from "effect"

/** The action is for members of the team, and this person is not one, or has no access to any of the brands concerned. */
export class NotOfTeam extends Schema.TaggedError<NotOfTeam>()("NotOfTeam", {}) {}
