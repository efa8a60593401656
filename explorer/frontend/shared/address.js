// The address restores what is on screen; the browser's Back still leaves the page at once.

export function writeAddress(query) {
  const wanted = `${window.location.pathname}${query ? `?${query}` : ""}`;
  if (wanted === `${window.location.pathname}${window.location.search}`) return;
  window.history.replaceState(window.history.state, "", wanted);
}
