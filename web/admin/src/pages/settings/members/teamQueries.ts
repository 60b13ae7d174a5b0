import { keys, queryClient } from "../../../app/queries.ts"

export const teamKey = [...keys.members, "team"]

/** Has the team read again, wherever it is shown; nobody waits for it. */
export const readTeamAgain = () => void queryClient.invalidateQueries({ queryKey: keys.members })
