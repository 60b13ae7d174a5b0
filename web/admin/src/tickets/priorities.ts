/** The priorities, most urgent first. */
export const priorities = ["urgent", "high", "medium", "normal", "low"] as const
