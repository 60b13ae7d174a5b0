import { keys, queryClient } from "../../../app/queries.ts"

export const teamKey = [...keys.members, "team"]

/** Has the team read again, wherever it is shown. */
export const readTeamAgain = () => queryClient.invalidateQueries({ queryKey: keys.members })
