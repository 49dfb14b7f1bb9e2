// Lines of the changelogs: the text of a changeset, without a commit's hash, which a rebase changes. All packages have one
// version, so a list of updated dependencies would say nothing.
module.exports = {
  async getReleaseLine({ summary }) {
    const [first, ...rest] = summary.trim().split("\n");
    return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
  },
  async getDependencyReleaseLine() {
    return "";
  },
};
