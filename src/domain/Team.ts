import { Result } from "effect"
import { cleared } from "./cleared.ts"
import type { Member, Role } from "./Member.ts"
import { Forbidden, LastOwner } from "./Problems.ts"

/** The facts that the rules about a team's members depend on. */
export interface Team {
  /** The role of the acting member. */
  readonly actor: Role
  /** Number of owners who have accepted their invitation. */
  readonly activeOwners: number
}

/** The changes that can be made to a member; null clears a name. */
export interface MemberChange {
  readonly role?: Role | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
}

/** Only owners may appoint, change or remove owners and admins. */
export const mayAppoint = (actor: Role, role: Role): Result.Result<void, Forbidden> =>
  role === "agent" || actor === "owner" ? Result.void : Result.fail(new Forbidden({ required: "owner" }))

/** Applies a change to a member, or fails if a rule forbids it. A new owner or admin sees all brands from then on. */
export const changeMember = (
  team: Team,
  member: Member,
  change: MemberChange
): Result.Result<Member, Forbidden | LastOwner> =>
  Result.gen(function* () {
    yield* mayAppoint(team.actor, member.role)
    const role = change.role ?? member.role
    yield* mayAppoint(team.actor, role)
    if (role !== "owner") yield* keepsAnOwner(team, member)
    return {
      ...member,
      role,
      ...(role === "agent" ? {} : { allBrands: true, brandIds: [] }),
      firstName: cleared(change.firstName, member.firstName),
      lastName: cleared(change.lastName, member.lastName)
    }
  })

/** Checks that a member may be removed. */
export const mayRemove = (team: Team, member: Member): Result.Result<void, Forbidden | LastOwner> =>
  Result.andThen(mayAppoint(team.actor, member.role), () => keepsAnOwner(team, member))

const keepsAnOwner = ({ activeOwners }: Team, { role, status }: Member): Result.Result<void, LastOwner> =>
  role === "owner" && status === "active" && activeOwners < 2 ? Result.fail(new LastOwner()) : Result.void
