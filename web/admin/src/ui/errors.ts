import { ApiError, ConnectionError, TimeoutError } from "@trunkline/sdk"

/** Returns an error in words for people. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ConnectionError) return "The server could not be reached. Check your connection and try again."
  if (error instanceof TimeoutError) return "The server took too long to respond. Try again."
  if (error instanceof ApiError && error.status === 401) return "You are signed out."
  if (error instanceof ApiError && error.code === "forbidden")
    return `You are not allowed to do this. It requires ${neededBy(error.problem)}.`
  return error instanceof Error ? error.message : String(error)
}

const needs: Readonly<Record<string, string>> = {
  owner: "an owner",
  admin: "an admin",
  recent_sign_in: "a sign-in within the last 15 minutes: sign out and in again"
}

const neededBy = (problem: object | undefined) => {
  const required = problem !== undefined && "required" in problem ? String(problem.required) : ""
  return needs[required] ?? (required === "" ? "another role" : required)
}

/** Statuses by which a proxy says that the server behind it does not answer. */
const noServer = new Set([502, 503, 504])

/** Whether no answer came from the server itself: it is down or cannot be reached. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && error.problem === undefined && noServer.has(error.status))

/** Returns the id by which the operator finds the request in the log. */
export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.requestId : undefined
