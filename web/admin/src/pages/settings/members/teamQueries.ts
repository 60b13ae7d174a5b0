import { keys, queryClient } from "../../../app/queries.ts"

export const teamKey = [...keys.members, "team"]

/** Reads the team again in the background, wherever it is shown. */
export const readTeamAgain = () => void queryClient.invalidateQueries({ queryKey: keys.members })
