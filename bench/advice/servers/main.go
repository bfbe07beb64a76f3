// GET /plants with net/http, built from the advised code. If the environment variable REDIRECT is set, /plants redirects to /v1/plants.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type Plant struct {
	Name string  `json:"name"`
	Tag  *string `json:"tag,omitempty"`
}

type Error struct {
	Error   int    `json:"error"`
	Message string `json:"message"`
}

type row struct {
	owner string
	plant Plant
}

var users = map[string]string{"token-Anna-7Qd2xK": "anna", "token-Ben-9Kx4mP": "ben"}
var rows = []row{
	{"anna", Plant{"Monstera deliciosa", text("aroid")}},
	{"anna", Plant{"Blütenstern", text("bulb")}},
	{"anna", Plant{"Ficus lyrata", nil}},
	{"ben", Plant{"Dionaea muscipula", text("carnivore")}},
	{"ben", Plant{"Nepenthes rajah", nil}},
}
var bearer = regexp.MustCompile(`^(?i:bearer) +(\S+)$`)

func main() {
	mux := http.NewServeMux()
	if os.Getenv("REDIRECT") != "" {
		mux.HandleFunc("/plants", redirect)
	} else {
		mux.HandleFunc("/plants", listPlants)
	}
	mux.HandleFunc("/v1/plants", listPlants)
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), recoverPanics(allowOrigins(checkToken(mux))))
}

func recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if problem := recover(); problem != nil {
				writeError(w, 500, "internal error")
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func allowOrigins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Origin, Accept-Encoding")
		origin := r.Header.Get("Origin")
		if origin == "https://app.example" {
			w.Header().Set("Access-Control-Allow-Origin", origin)
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			w.Header().Set("Access-Control-Allow-Headers", "Authorization")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func checkToken(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := r.Header.Get("Authorization")
		user := ""
		if match := bearer.FindStringSubmatch(header); match != nil {
			user = users[match[1]]
		}
		if user == "" {
			w.Header().Set("WWW-Authenticate", `Bearer realm="plants"`)
			writeError(w, 401, "a valid token is required")
			return
		}
		r.Header.Set("X-User", user)
		next.ServeHTTP(w, r)
	})
}

func listPlants(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		writeError(w, 405, "only GET and HEAD")
		return
	}
	limit := int64(len(rows))
	if values, sent := r.URL.Query()["limit"]; sent {
		number, err := strconv.ParseInt(values[0], 10, 32)
		if err != nil || number < 0 {
			writeError(w, 400, "limit must be a whole number from 0 to 2147483647")
			return
		}
		limit = number
	}
	user := r.Header.Get("X-User")
	owned := make([]Plant, 0)
	for _, row := range rows {
		if row.owner == user {
			owned = append(owned, row.plant)
		}
	}
	if limit < int64(len(owned)) {
		owned = owned[:limit]
	}
	w.Header().Set("Cache-Control", "private, no-cache")
	if r.TLS != nil {
		w.Header().Set("Strict-Transport-Security", "max-age=31536000")
	}
	body, _ := json.Marshal(owned)
	w.Header().Set("Content-Type", "application/json")
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		w.Header().Set("Content-Encoding", "gzip")
		body = compress(body)
	}
	r.Header.Del("Range")
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(body)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/v1"+r.URL.RequestURI(), http.StatusTemporaryRedirect)
}

func writeError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(Error{status, message})
}

/** Returns whether the client accepts gzip, which gzip;q=0 excludes. */
func acceptsGzip(header string) bool {
	for _, part := range strings.Split(header, ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") && (err != nil || q > 0) {
			return true
		}
	}
	return false
}

func compress(body []byte) []byte {
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	writer.Write(body)
	writer.Close()
	return buffer.Bytes()
}

func text(value string) *string { return &value }
