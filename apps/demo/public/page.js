// The page of an address that was shared leads to the app, with the state that follows the "?" or the "#".
const { href } = document.querySelector("a");
const state = location.search.slice(1) || location.hash.replace(/^#(\/[^?]*)?\??/, "");
location.replace(href + (state && (href.includes("?") ? "&" : "?") + state));
