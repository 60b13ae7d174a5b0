/** Every address that no other route answers: whoever wants a page there gets the dashboard, which finds its way itself. */
export const everyPage = "/*"
