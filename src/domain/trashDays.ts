/** Days that deleted tickets and brands stay in the trash, from which they can be restored. */
export const trashDays = 30
