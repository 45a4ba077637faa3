// Pointing at a thing lights it everywhere; a click pins it, Escape lets go.
let pinned = "";
const light = (slug) => {
  document.body.classList.toggle("lit", slug !== "");
  for (const thing of document.querySelectorAll("[data-c]")) thing.classList.toggle("on", thing.dataset.c === slug);
};
const slugAt = (event) => event.target.closest("[data-c]")?.dataset.c ?? "";
document.addEventListener("pointerover", (event) => light(slugAt(event) || pinned));
document.addEventListener("click", (event) => light((pinned = slugAt(event) === pinned ? "" : slugAt(event))));
document.addEventListener("keydown", (event) => event.key === "Escape" && light((pinned = "")));
